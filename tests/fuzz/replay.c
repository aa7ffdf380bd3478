/* replay.c: runs files, or all files of folders, through a fuzz target, so that a corpus can be replayed where
 * there is no libFuzzer.  Names each file before its run: the last one named is the one that failed. */
#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include <dirent.h>

static int replay_file(const char *name)
{
    static uint8_t buffer[1 << 20];
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(2);
    }
    size_t size = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    puts(name);
    fflush(stdout);
    /* A block of its own: reading past the end shows. */
    uint8_t *data = room(size);
    memcpy(data, buffer, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int replay(const char *name)
{
    DIR *folder = opendir(name);
    int count = 0;
    if (!folder) return replay_file(name);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        count += replay_file(path);
    }
    closedir(folder);
    return count;
}

int main(int count, char **names)
{
    int files = 0;
    for (int i = 1; i < count; i++) files += replay(names[i]);
    printf("%d files\n", files);
    return files == 0;
}
