// SPDX-License-Identifier: Apache-2.0
// A Wishbone memory that inserts random wait states.
#pragma once

#include "memory.h"
#include "random.h"

class Bus {
public:
    /// longest: maximum number of wait states before a single access or the first beat of a burst; 0: no wait states.
    /// Later beats of a burst sometimes have up to 3 wait states, unless longest is 0.
    Bus(Memory& memory, Random& random, uint32_t longest) : memory_(memory), random_(random), longest_(longest) {}

    struct Request {
        bool active, write;
        uint32_t address;  // in bytes, a multiple of 4
        uint32_t data;
        unsigned mask;
        bool burst;  // more beats follow
    };
    struct Answer {
        bool acknowledge = false, error = false;
        uint32_t data = 0;
        bool stored = false;  // a store to an address outside of the memory
    };

    /// Answers the request of a cycle. Call once per cycle.
    Answer cycle(const Request& request) {
        Answer answer;
        answer.data = random_.word();
        if (!request.active) return answer;
        if (!waiting_ && !inBurst_) {
            waiting_ = true;
            left_ = longest_ ? random_.below(longest_ + 1) : 0;
        } else if (!waiting_) {
            waiting_ = true;
            left_ = longest_ && random_.one_in(8) ? random_.below(4) : 0;
        }
        if (left_-- > 0) return answer;
        waiting_ = false;
        inBurst_ = request.burst;
        answer.acknowledge = true;
        if (request.write) {
            answer.stored = !memory_.exists(request.address);
            memory_.store(request.address, request.data, request.mask);
        } else if (memory_.exists(request.address)) {
            answer.data = memory_.word(request.address);
        } else {
            answer.error = true;
        }
        return answer;
    }

private:
    Memory& memory_;
    Random& random_;
    const uint32_t longest_;
    bool waiting_ = false, inBurst_ = false;
    uint32_t left_ = 0;
};
