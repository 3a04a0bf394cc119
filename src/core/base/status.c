#include "dropforge/status.h"

const char *df_version(void)
{
    return DF_VERSION;
}

const char *df_status_name(df_status status)
{
    static const char *const names[] = {
        [DF_OK] = "no error",
        [DF_ERROR_MEMORY] = "out of memory",
        [DF_ERROR_ARGUMENT] = "argument out of range",
        [DF_ERROR_INPUT] = "malformed input",
        [DF_ERROR_MOVE] = "impossible drop",
        [DF_ERROR_PICTURE] = "impossible picture",
        [DF_ERROR_LIMIT] = "beyond the limits",
        [DF_ERROR_CANCELLED] = "stopped by the receiver",
        [DF_ERROR_DEFECT] = "defect of the library",
    };
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown status";
}
