/* SPDX-License-Identifier: Apache-2.0 */
/* RIOT's build takes sources only from this folder. Hence this file and sleepers.c. */
#include "../../services/services.c"
