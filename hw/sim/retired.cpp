// SPDX-License-Identifier: Apache-2.0
#include "retired.h"

#include <stdexcept>

Retired::Retired(const std::string& path) : path_(path), file_(fopen(path.c_str(), "wb")) {
    if (!file_) throw std::runtime_error("cannot write " + path);
}

Retired::~Retired() {
    if (file_) fclose(file_);
}

void Retired::finish() {
    const bool failed = ferror(file_) | fclose(file_);
    file_ = nullptr;
    if (failed) throw std::runtime_error("cannot write " + path_ + " (is the disk full?)");
}
