// SPDX-License-Identifier: Apache-2.0
// Included before VexRiscv's test bench, whose options are macros. The macros below read the options from the
// environment at run time, so one build serves every seed and selection of programs. REGRESSION_SEED: the seed.
// REGRESSION_ISA: 1 runs the ISA tests. REGRESSION_FREERTOS: names of FreeRTOS programs, each followed by a comma.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#define SEED static_cast<uint32_t>(atol(getenv("REGRESSION_SEED")))
#define REDO static_cast<uint32_t>(atol(getenv("REGRESSION_ISA")))
#define FREERTOS
// The test bench removes random programs while there are more than FREERTOS_COUNT. The expression first removes all
// programs that were not selected. Its value is so large that the test bench then removes none.
#define FREERTOS_COUNT (keepChosen(tasks, freeRtosTests), tasks.max_size())

// Keep only the tasks that REGRESSION_FREERTOS names. Each program has one task per build, in the order of builds.
inline void keepChosen(std::vector<std::function<void()>>& tasks, const std::string* names) {
    static const char* const builds[] = {"_rv32i_O0", "_rv32i_O3", "_rv32im_O3"};
    const std::string chosen = std::string(",") + getenv("REGRESSION_FREERTOS");
    std::vector<std::function<void()>> kept;
    for (size_t n = 0; n < tasks.size(); n++)
        if (chosen.find("," + names[n / 3] + builds[n % 3] + ",") != std::string::npos) kept.push_back(tasks[n]);
    tasks = kept;
}
