// SPDX-License-Identifier: Apache-2.0
// Sends the commands in the arguments to the SDRAM model, one in each clock cycle. Values are hexadecimal:
//
//   nop:COUNT  act:BANK:ROW  read:BANK:COLUMN  write:BANK:COLUMN:DATA:MASK  pre:BANK:ADDRESS  ref  mode:ADDRESS  stop
//   sleep (one cycle with CKE low)   print (print the data lines, without a clock edge)
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "Vsdram_bench.h"

int main(int argc, char** argv)
{
    const std::map<std::string, int> commands = {{"nop", 7}, {"act", 3}, {"read", 5}, {"write", 4},
                                                 {"pre", 2}, {"ref", 1}, {"mode", 0}, {"stop", 6}, {"sleep", 7}};
    Vsdram_bench chip;
    chip.eval();
    for (int n = 1; n < argc; n++) {
        std::stringstream words(argv[n]);
        std::string name, word;
        std::getline(words, name, ':');
        std::vector<unsigned> values;
        while (std::getline(words, word, ':')) values.push_back(std::stoul(word, nullptr, 16));
        if (name == "print") {
            std::printf("%04x\n", chip.dq);
            continue;
        }
        const bool alone = name == "mode";  // one value: address in bits 12:0, bank above them
        values.resize(4);
        chip.command = commands.at(name);
        chip.cke = name != "sleep";
        chip.ba = alone ? values[0] >> 13 : values[0];
        chip.a = alone ? values[0] : values[1];
        chip.data = values[2];
        chip.dm = values[3];
        chip.drive = name == "write";
        for (unsigned count = name == "nop" ? values[0] : 1; count > 0; count--) {
            chip.clk = 1;
            chip.eval();
            chip.clk = 0;
            chip.eval();
        }
    }
    std::puts("done");
    return 0;
}
