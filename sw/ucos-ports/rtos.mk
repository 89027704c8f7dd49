# SPDX-License-Identifier: Apache-2.0
# Files of this RTOS, which sw/metronome.mk compiles. Each line is `RTOS_NAME := TEXT`. Paths are relative to sw/.

# Default of KERNEL, and the header that marks the folder of a kernel.
RTOS_KERNEL := kernel
RTOS_HEADER := ucos_ii.h
RTOS_SOURCES := os_*.c
# Default of PORT; its C and assembly files are built.
RTOS_PORT := ucos-ports/riscv
# Port for a guest of the monitor (docs/guests.md). Without it, the RTOS cannot be a guest.
RTOS_GUEST := ucos-ports/guest
# Further folders; their files are also built.
RTOS_GLUE := ucos-ports/accel ucos-ports/glue
# Marks the port and the seam in a patched tree, in its folder Metronome/.
RTOS_ADDED := os_cpu.h
# Configuration that an application must have, and an optional file in the same folder.
RTOS_CONFIG := os_cfg.h
RTOS_HOOKS := app_hooks.c
# The self-test of the units, and a pattern for grep -E: a program that uses it.
RTOS_SELFTEST := os_accel_test.c
RTOS_SELFTEST_NAMES := os_accel_test.h|OS_AccelSelfTest
