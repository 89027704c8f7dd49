# SPDX-License-Identifier: Apache-2.0
RTOS_KERNEL := turns-ports/kernel
RTOS_HEADER := turns.h
RTOS_SOURCES := turns.c
RTOS_PORT := turns-ports/port
