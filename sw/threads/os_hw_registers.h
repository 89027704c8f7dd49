/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `./metro isa` from hw/isa/registers.toml; edit that file. docs/thread-reference.md explains the names. */
#ifndef OS_HW_REGISTERS_H
#define OS_HW_REGISTERS_H

/* Version of the registers, bytes of a slot's page, limits of slots and of resources in direct calls. */
#define OS_HW_VERSION    5u
#define OS_HW_SLOTS_MAX  8u
#define OS_HW_PAGE_BYTES 0x1000u
#define OS_HW_HANDLES    16u

/* Numbers of commands, and the bits that mark a post and a try. */
#define OS_HW_CMD_EXIT       0u
#define OS_HW_CMD_TIME_DLY   1u
#define OS_HW_CMD_TIME_GET   2u
#define OS_HW_CMD_PRINT      3u
#define OS_HW_CMD_SEM_PEND   4u
#define OS_HW_CMD_SEM_POST   5u
#define OS_HW_CMD_MBOX_PEND  6u
#define OS_HW_CMD_MBOX_POST  7u
#define OS_HW_CMD_Q_PEND     8u
#define OS_HW_CMD_Q_POST     9u
#define OS_HW_CMD_MUTEX_PEND 10u
#define OS_HW_CMD_MUTEX_POST 11u
#define OS_HW_CMD_FLAG_PEND  12u
#define OS_HW_CMD_FLAG_POST  13u
#define OS_HW_CMD_MEM_GET    14u
#define OS_HW_CMD_MEM_PUT    15u
#define OS_HW_CMD_SEM_TRY    16u
#define OS_HW_CMD_MBOX_TRY   17u
#define OS_HW_CMD_Q_TRY      18u
#define OS_HW_CMD_APP        24u
#define OS_HW_CMD_IS_POST    1u
#define OS_HW_CMD_IS_TRY     16u

/* Registers of a slot, as words of its page, and masks and lowest bits of their fields. */
#define OS_HW_REG_CONTROL             0u
#define OS_HW_REG_CONTROL_RUN         1u
#define OS_HW_REG_CONTROL_HELD        2u
#define OS_HW_REG_CONTROL_CALLS       4u
#define OS_HW_REG_CONTROL_ANSWERS     8u
#define OS_HW_REG_CONTROL_MEM_BUSY    16u
#define OS_HW_REG_CONTROL_REFUSED     32u
#define OS_HW_REG_CONTROL_BUSY        64u
#define OS_HW_REG_COMMAND             1u
#define OS_HW_REG_COMMAND_COMMAND     255u
#define OS_HW_REG_COMMAND_COMMAND_LOW 0u
#define OS_HW_REG_COMMAND_HANDLE      0xFF00u
#define OS_HW_REG_COMMAND_HANDLE_LOW  8u
#define OS_HW_REG_ARGUMENT            2u
#define OS_HW_REG_ERROR               3u
#define OS_HW_REG_ANSWER              4u
#define OS_HW_REG_BASE                5u
#define OS_HW_REG_LIMIT               6u
#define OS_HW_REG_FAULT               7u
#define OS_HW_REG_TASK                8u
#define OS_HW_REG_START               9u
#define OS_HW_REG_NUMBER              10u
#define OS_HW_REG_NUMBER_TASK         255u
#define OS_HW_REG_NUMBER_TASK_LOW     0u
#define OS_HW_REG_NUMBER_DIRECT       0x100u
#define OS_HW_REG_RESOURCE            11u
#define OS_HW_REG_RESOURCE_EVENT      0x3FFu
#define OS_HW_REG_RESOURCE_EVENT_LOW  0u
#define OS_HW_REG_RESOURCE_HANDLE     0xF0000u
#define OS_HW_REG_RESOURCE_HANDLE_LOW 16u
#define OS_HW_REG_YIELD               12u

/* Registers that all slots share, as words of the page after the slots' pages, and their fields. */
#define OS_HW_ALL_INFO                0u
#define OS_HW_ALL_INFO_SLOTS          255u
#define OS_HW_ALL_INFO_SLOTS_LOW      0u
#define OS_HW_ALL_INFO_VERSION        0xFF00u
#define OS_HW_ALL_INFO_VERSION_LOW    8u
#define OS_HW_ALL_INFO_DIRECT         0xFF0000u
#define OS_HW_ALL_INFO_DIRECT_LOW     16u
#define OS_HW_ALL_PENDING             1u
#define OS_HW_ALL_PENDING_CALLS       255u
#define OS_HW_ALL_PENDING_CALLS_LOW   0u
#define OS_HW_ALL_PENDING_REFUSED     0xFF00u
#define OS_HW_ALL_PENDING_REFUSED_LOW 8u
#define OS_HW_ALL_PENDING_WOKEN       0x10000u
#define OS_HW_ALL_ANNOUNCED           2u
#define OS_HW_ALL_CALL                3u
#define OS_HW_ALL_CALL_COMMAND        255u
#define OS_HW_ALL_CALL_COMMAND_LOW    0u
#define OS_HW_ALL_CALL_HANDLE         0xFF00u
#define OS_HW_ALL_CALL_HANDLE_LOW     8u
#define OS_HW_ALL_CALL_SLOT           0x70000u
#define OS_HW_ALL_CALL_SLOT_LOW       16u
#define OS_HW_ALL_CALL_REFUSED        0x40000000u
#define OS_HW_ALL_CALL_PENDING        0x80000000u
#define OS_HW_ALL_OFFSET              4u

#endif
