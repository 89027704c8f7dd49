// SPDX-License-Identifier: Apache-2.0
#include "replay.h"

#include <cinttypes>
#include <cstdio>

#include "unit.h"

int replay()
{
    Unit unit(1);
    unit.reset(1);
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        Command command{{0, 0, ""}, 0, 0};
        int numbers = sscanf(line, "%u %u %" SCNu32 " %" SCNu32, &command.instruction.unit, &command.instruction.op,
                             &command.rs1, &command.rs2);
        if (numbers == 1) {
            for (unsigned cycle = 0; cycle < command.instruction.unit; cycle++) {
                unit.idle({});
            }
        } else if (numbers == 4) {
            unsigned waited = 0;
            for (unit.present(command, false); !unit.fires(); unit.present(command, false)) {
                unit.clock();
                waited++;
            }
            printf("%u %" PRIu32 "\n", waited, unit.result());
            unit.clock();
        } else {
            fprintf(stderr, "hammer: no command: %s", line);
            return 2;
        }
    }
    return 0;
}
