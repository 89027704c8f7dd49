# SPDX-License-Identifier: Apache-2.0
# Files of this RTOS; sw/metronome.mk describes the variables.

# This repository has no kernel: KERNEL is the user's, or comes from [crate] of rtos.toml.
RTOS_KERNEL :=
RTOS_HEADER := include/FreeRTOS.h
RTOS_INCLUDE := include
# The heap is in glue/.
RTOS_SOURCES := tasks.c list.c queue.c timers.c event_groups.c stream_buffer.c
RTOS_PORT := freertos-ports/riscv
RTOS_GUEST := freertos-ports/guest
RTOS_GLUE := freertos-ports/accel freertos-ports/glue
RTOS_ADDED := portmacro.h
RTOS_CONFIG := FreeRTOSConfig.h
RTOS_HOOKS := app_hooks.c
