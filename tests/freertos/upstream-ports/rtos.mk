# SPDX-License-Identifier: Apache-2.0
RTOS_HEADER := include/FreeRTOS.h
RTOS_INCLUDE := include
RTOS_SOURCES := tasks.c list.c queue.c timers.c event_groups.c stream_buffer.c portable/MemMang/heap_4.c
# test_freertos.py sets the folder of the port.
RTOS_PORT :=
RTOS_GLUE := upstream-ports
RTOS_CONFIG := FreeRTOSConfig.h
