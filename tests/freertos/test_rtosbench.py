# SPDX-License-Identifier: Apache-2.0
"""./metro bench --rtosbench: the porting layer runs a program of such a tree, and switches are measured in it."""
import pytest

from metro.base.errors import MetroError
from metro.figures import committed
from metro.figures.key import LARGE_CACHES, Who, of_run
from metro.kernels.freertos import programs, rtosbench
from support import metro

# Our own program with the interface of RTOSBench's programs: the second task waits for a semaphore of the first one.
HEADER = """#include "config.h"
void no_initialize_test(no_task_entry_t begin);
no_task_handle_t no_create_task(no_task_entry_t entry, char name[4], unsigned int priority);
no_time_t no_time_get(void);
long no_time_diff(const no_time_t *from, const no_time_t *to);
void no_sem_create(no_sem_t *semaphore, int value);
void no_sem_wait(no_sem_t *semaphore);
void no_sem_signal(no_sem_t *semaphore);
void no_result_report(int64_t longest, int64_t shortest, int64_t mean);
void no_task_suspend_self(void);
"""
PROGRAM = """#include "porting_layer.h"
static no_sem_t semaphore;
static no_time_t given;
static void gives(void *argument)
{
    for (;;) { given = no_time_get(); no_sem_signal(&semaphore); }
}
static void takes(void *argument)
{
    long longest, shortest, cycles, n, result;
    for (result = 0; result < 2; result++) {
        longest = 0; shortest = NO_INIT_MAX_TIME_VALUE;
        for (n = 0; n < NB_ITER; n++) {
            no_time_t taken;
            no_sem_wait(&semaphore);
            taken = no_time_get();
            cycles = no_time_diff(&given, &taken);
            longest = cycles > longest ? cycles : longest;
            shortest = cycles < shortest ? cycles : shortest;
        }
        no_result_report(longest, shortest, cycles);
    }
    no_task_suspend_self();
}
static void begin(void *argument)
{
    no_sem_create(&semaphore, 0);
    no_create_task(gives, "g", BASE_PRIO - 1);
    no_create_task(takes, "t", BASE_PRIO);
}
int main(int argument) { no_initialize_test(begin); return MAIN_DEFAULT_RETURN; }
"""


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "include").mkdir()
    (tmp_path / rtosbench.HEADER).write_text(HEADER)
    for program, _ in rtosbench.PROGRAMS.values():
        file = tmp_path / "tests" / program
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PROGRAM)
    return tmp_path


def test_program_of_a_tree_prints_results_and_its_switches_are_measured(tree):
    result = rtosbench.run(rtosbench.tree(tree), "semaphore", "original")
    assert len(result.own) == 2
    for shortest, mean, longest in result.own:
        assert result.switch[0] < shortest <= mean <= longest
    known = committed.load()[0]
    mean, longest, jitter = result.switch
    ours = [known[of_run("rtosunit.semaphore", statistic, Who(programs.KEY, "original"), caches=LARGE_CACHES)]["value"]
            for statistic in ("mean", "max", "jitter")]
    assert ours[1] - ours[2] <= mean <= longest <= ours[1] and jitter <= ours[2]


def test_failed_program_of_a_tree_is_named(tree):
    file = tree / "tests" / rtosbench.PROGRAMS["semaphore"][0]
    file.write_text(PROGRAM.replace("no_task_suspend_self();\n", "").replace("result < 2", "result < 1"))
    with pytest.raises(MetroError, match="semaphore/sem.c ended with"):
        rtosbench.run(tree, "semaphore", "original")


def test_no_other_part_is_measured_with_a_tree(tmp_path):
    outcome = metro("bench", "freertos", "--rtosbench", tmp_path)
    assert outcome.returncode == 1 and "--rtosbench measures nothing else" in outcome.stderr


def test_folder_without_rtosbench_is_refused(tmp_path):
    outcome = metro("bench", "--rtosbench", tmp_path)
    assert outcome.returncode == 1 and "is no RTOSBench tree: it has no include/porting_layer.h" in outcome.stderr
