/* SPDX-License-Identifier: Apache-2.0 */
#include "../../services/sleepers.c"
