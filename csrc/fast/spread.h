/* spread.h: rows of bits written out and searched, at the instruction set level in use. */
#ifndef SPREAD_H
#define SPREAD_H

#include <stdint.h>

typedef struct {
    /* Writes bit i of a row of count bits to out[i], as 0 or 1. */
    void (*bytes)(const uint64_t *row, int count, uint8_t *out);
    void (*floats)(const uint64_t *row, int count, float *out);
    /* Number of the k-th set bit, k from 0, of a row that has more than k. */
    int (*select)(const uint64_t *row, int k);
} rg_spread;

/* At the level in use; see cpu.c. */
const rg_spread *rg_spread_in_use(void);

#endif
