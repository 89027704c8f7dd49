# SPDX-License-Identifier: Apache-2.0
# Files of this RTOS; sw/metronome.mk describes the variables.
RTOS_KERNEL := kernel
RTOS_HEADER := ucos_ii.h
RTOS_SOURCES := os_*.c
RTOS_PORT := ucos-ports/riscv
RTOS_GUEST := ucos-ports/guest
RTOS_GLUE := ucos-ports/accel ucos-ports/glue
RTOS_ADDED := os_cpu.h
RTOS_CONFIG := os_cfg.h
RTOS_HOOKS := app_hooks.c
RTOS_SELFTEST := os_accel_test.c
RTOS_SELFTEST_NAMES := os_accel_test.h|OS_AccelSelfTest
