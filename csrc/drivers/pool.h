/* pool.h: threads that are kept between short pieces of work, where starting them each time (job.c) would
 * take longer than the work.  Knows neither games nor counts.
 */
#ifndef POOL_H
#define POOL_H

#include <stdint.h>

typedef struct rg_pool rg_pool;

/* A pool of so many threads, the calling one included, but no more than the machine has processors.  They are started
 * when they are first needed.  NULL on allocation failure. */
rg_pool *rg_pool_new(int threads);
/* Ends the threads and frees the pool.  Accepts NULL. */
void rg_pool_free(rg_pool *pool);

/* Does items 0 .. count - 1 in blocks of the given size (the last one may be smaller), on the pool's threads and
 * the calling one: work gets a first item and the one after the last.  Returns when all are done.  One caller at a
 * time.  If the system starts fewer threads, the others do all items. */
void rg_pool_run(rg_pool *pool, int64_t count, int64_t block, void (*work)(void *context, int64_t first, int64_t end),
                 void *context);

#endif
