# SPDX-License-Identifier: Apache-2.0
# Files of this RTOS; sw/metronome.mk describes the variables.

# FreeRTOS is not in this repository. KERNEL is the user's tree, or the package that [crate] of rtos.toml names.
RTOS_KERNEL :=
RTOS_HEADER := include/FreeRTOS.h
RTOS_INCLUDE := include
# glue/freertos_heap.c includes one of the kernel's heaps.
RTOS_SOURCES := tasks.c list.c queue.c timers.c event_groups.c stream_buffer.c
RTOS_PORT := freertos-ports/riscv
RTOS_GUEST := freertos-ports/guest
RTOS_GLUE := freertos-ports/accel freertos-ports/glue
RTOS_ADDED := portmacro.h
RTOS_CONFIG := FreeRTOSConfig.h
RTOS_HOOKS := app_hooks.c
