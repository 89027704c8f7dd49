/* SPDX-License-Identifier: Apache-2.0 */
/* A suite of ztest with a case that passes and a case that fails: the exit code of the run is 1. */
#include <zephyr/ztest.h>

ZTEST_SUITE(sums, NULL, NULL, NULL, NULL, NULL);

ZTEST(sums, test_right)
{
    zassert_equal(1 + 1, 2);
}

ZTEST(sums, test_wrong)
{
    zassert_equal(1 + 1, 3);
}
