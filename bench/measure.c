/* Runs a command and appends what it took to a file:  measure FILE COMMAND ARGUMENT…
 * One line: CPU seconds (user and system) and the peak of resident memory in kilobytes. A
 * small program does this because a process inherits the peak of the one that started it. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: measure FILE COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], &argv[2]);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("measure");
        return 1;
    }
    FILE *file = fopen(argv[1], "a");
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    fprintf(file, "%.6f %ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
            usage.ru_maxrss);
    if (fclose(file) != 0) {
        perror(argv[1]);
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
