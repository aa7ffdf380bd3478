/* motion.h: the motions of the square, as maps of points and of bitboards of any width.
 *
 * Every motion is made of up to three steps, in this order: a transposition (rows become columns), a flip (the first
 * row becomes the last) and a mirroring (the first column becomes the last).
 */
#ifndef MOTION_H
#define MOTION_H

#include <stdint.h>

/* The eight motions are the sums of these three. */
enum { MIRROR = 1, FLIP = 2, TRANSPOSE = 4, HALF_TURN = FLIP | MIRROR, QUARTER_TURN = TRANSPOSE | MIRROR };
enum { MOTIONS = 8 };

/* The image of a point of a board of n lines. */
int rg_move_point(int n, int motion, int point);

/* Writes the image of a bitboard of a board of n lines; to must not be from. */
void rg_move_plane(const uint64_t *from, int n, int motion, uint64_t *to);

#endif
