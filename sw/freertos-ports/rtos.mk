# SPDX-License-Identifier: Apache-2.0
# Files of this RTOS, which sw/metronome.mk compiles. Each line is `RTOS_NAME := TEXT`. Paths are relative to sw/.

# This repository has no kernel: KERNEL is the user's, or comes from [crate] of rtos.toml. The header marks its folder.
RTOS_KERNEL :=
RTOS_HEADER := include/FreeRTOS.h
# Folders of the kernel with its headers.
RTOS_INCLUDE := include
# The heap is in glue/.
RTOS_SOURCES := tasks.c list.c queue.c timers.c event_groups.c stream_buffer.c
# Default of PORT; its C and assembly files are built.
RTOS_PORT := freertos-ports/riscv
# Port for a guest of the monitor (docs/guests.md).
RTOS_GUEST := freertos-ports/guest
# Further folders; their files are also built.
RTOS_GLUE := freertos-ports/accel freertos-ports/glue
# Marks the port and the seam in a patched tree, in its folder Metronome/.
RTOS_ADDED := portmacro.h
# Configuration that an application must have, and an optional file in the same folder.
RTOS_CONFIG := FreeRTOSConfig.h
RTOS_HOOKS := app_hooks.c
