/* For pthreads and getpid in strict C. */
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE

#include "drivers/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define STACK_BYTES (1u << 20)

/* How often a thread checks again before it goes to sleep: a thread of the pool for new work, the calling one for the
 * end of the work.  That takes some 20 microseconds; waking a thread takes longer. */
#define LOOKS 1000

/* Each thread has a share of the items, the same one in all rounds with the same count, so that their data stay in its
 * caches.  When its share is done it helps with the others'. */
typedef struct {
    atomic_int_fast64_t next; /* the first item nobody has taken */
    int64_t end;
    char apart[48]; /* no two on one cache line */
} share;

typedef struct {
    rg_pool *pool;
    int number; /* 0 is the calling one */
    pthread_t id;
} worker;

struct rg_pool {
    int threads;   /* the calling one included */
    int started;   /* besides the calling one */
    pid_t process; /* threads do not survive a fork: the child starts its own */
    worker *workers;
    share *shares;
    pthread_mutex_t lock;
    pthread_cond_t begin, finished;
    atomic_uint_fast64_t round; /* counts the calls of rg_pool_run; changes under the lock */
    bool open;                  /* the round may still be joined */
    bool quit;
    atomic_int working; /* threads that have joined the round and not left it; grows under the lock */
    int64_t block;
    void (*work)(void *context, int64_t first, int64_t end);
    void *context;
};

static void pause_a_little(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause(); /* GNU extension: while waiting, leaves the core to its other hardware thread */
#endif
}

static void do_blocks(rg_pool *pool, int number)
{
    for (int k = 0; k < pool->threads; k++) {
        share *from = &pool->shares[(number + k) % pool->threads];
        for (;;) {
            int64_t first = atomic_fetch_add_explicit(&from->next, pool->block, memory_order_relaxed);
            if (first >= from->end) break;
            int64_t left = from->end - first;
            pool->work(pool->context, first, first + (left < pool->block ? left : pool->block));
        }
    }
}

static void *live(void *argument)
{
    const worker *self = argument;
    rg_pool *pool = self->pool;
    uint64_t seen = 0;
    for (;;) {
        for (int i = 0; i < LOOKS && atomic_load(&pool->round) == seen; i++) pause_a_little();
        pthread_mutex_lock(&pool->lock);
        while (!pool->quit && pool->round == seen) pthread_cond_wait(&pool->begin, &pool->lock);
        seen = pool->round;
        bool quit = pool->quit, join = pool->open;
        pool->working += join;
        pthread_mutex_unlock(&pool->lock);
        if (quit) return 0;
        if (!join) continue;
        do_blocks(pool, self->number);
        if (atomic_fetch_sub(&pool->working, 1) > 1) continue;
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
}

/* Makes the pool one of this process with no thread started: a new one, or one that a forked child has inherited. */
static void reset(rg_pool *pool)
{
    pthread_mutex_init(&pool->lock, 0);
    pthread_cond_init(&pool->begin, 0);
    pthread_cond_init(&pool->finished, 0);
    pool->process = getpid();
    pool->started = 0;
    pool->working = 0;
    pool->open = pool->quit = false;
    atomic_init(&pool->round, 0);
}

static void start(rg_pool *pool)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    while (pool->started < pool->threads - 1) {
        worker *next = &pool->workers[pool->started];
        *next = (worker){.pool = pool, .number = pool->started + 1};
        if (pthread_create(&next->id, &attributes, live, next)) break;
        pool->started++;
    }
    pthread_attr_destroy(&attributes);
}

/* More threads than processors only wait for each other. */
static int useful_threads(int threads)
{
#ifdef _SC_NPROCESSORS_ONLN
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > 0 && threads > processors) return (int)processors;
#endif
    return threads;
}

rg_pool *rg_pool_new(int threads)
{
    threads = useful_threads(threads);
    rg_pool *pool = calloc(1, sizeof *pool);
    worker *workers = calloc((size_t)threads, sizeof *workers);
    share *shares = calloc((size_t)threads, sizeof *shares);
    if (!pool || !workers || !shares) {
        free(pool);
        free(workers);
        free(shares);
        return 0;
    }
    pool->threads = threads;
    pool->workers = workers;
    pool->shares = shares;
    reset(pool);
    return pool;
}

void rg_pool_free(rg_pool *pool)
{
    if (!pool) return;
    if (pool->process == getpid()) {
        pthread_mutex_lock(&pool->lock);
        pool->quit = true;
        atomic_fetch_add(&pool->round, 1);
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
        for (int i = 0; i < pool->started; i++) pthread_join(pool->workers[i].id, 0);
        pthread_cond_destroy(&pool->begin);
        pthread_cond_destroy(&pool->finished);
        pthread_mutex_destroy(&pool->lock);
    }
    free(pool->workers);
    free(pool->shares);
    free(pool);
}

void rg_pool_run(rg_pool *pool, int64_t count, int64_t block, void (*work)(void *context, int64_t first, int64_t end),
                 void *context)
{
    if (pool->threads == 1 || count <= block) {
        if (count) work(context, 0, count);
        return;
    }
    if (pool->process != getpid()) reset(pool);
    if (pool->started < pool->threads - 1) start(pool);
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        /* count * i / threads, in parts that cannot overflow. */
        int64_t begin = count / pool->threads * i + count % pool->threads * i / pool->threads;
        int64_t end = count / pool->threads * (i + 1) + count % pool->threads * (i + 1) / pool->threads;
        atomic_store_explicit(&pool->shares[i].next, begin, memory_order_relaxed);
        pool->shares[i].end = end;
    }
    pool->block = block;
    pool->work = work;
    pool->context = context;
    pool->open = true;
    atomic_fetch_add(&pool->round, 1);
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    do_blocks(pool, 0);
    /* All items are taken: threads that have not woken up by now need not join. */
    pthread_mutex_lock(&pool->lock);
    pool->open = false;
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < LOOKS && atomic_load(&pool->working); i++) pause_a_little();
    if (!atomic_load(&pool->working)) return;
    pthread_mutex_lock(&pool->lock);
    while (pool->working) pthread_cond_wait(&pool->finished, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
