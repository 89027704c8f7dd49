// SPDX-License-Identifier: Apache-2.0
// Included before VexRiscv's test bench, which takes its choices as macros. These macros read them at run time, so
// one build serves every seed and every choice of programs. Environment: REGRESSION_SEED; REGRESSION_ISA, 1 to run
// the ISA tests; REGRESSION_FREERTOS, names of FreeRTOS programs, each followed by a comma.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#define SEED static_cast<uint32_t>(atol(getenv("REGRESSION_SEED")))
#define REDO static_cast<uint32_t>(atol(getenv("REGRESSION_ISA")))
#define FREERTOS
// The test bench removes programs at random while there are more than this number. Keep the chosen ones, so it
// removes none.
#define FREERTOS_COUNT (keepChosen(tasks, freeRtosTests), tasks.max_size())

// Each FreeRTOS program has these builds, in this order.
inline void keepChosen(std::vector<std::function<void()>>& tasks, const std::string* names) {
    static const char* const builds[] = {"_rv32i_O0", "_rv32i_O3", "_rv32im_O3"};
    const std::string chosen = std::string(",") + getenv("REGRESSION_FREERTOS");
    std::vector<std::function<void()>> kept;
    for (size_t n = 0; n < tasks.size(); n++)
        if (chosen.find("," + names[n / 3] + builds[n % 3] + ",") != std::string::npos) kept.push_back(tasks[n]);
    tasks = kept;
}
