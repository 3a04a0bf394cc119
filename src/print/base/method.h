/* A printing method, and the job that it is given. */
#pragma once

#include "carriers.h"
#include "column_set.h"
#include "dropforge/print.h"

/* A picture or an animation that is to be planned. */
typedef struct print_job print_job;

struct print_job {
    /* The picture, or those of an animation, in the same colours and as wide. */
    const df_picture *const *frames;
    size_t frame_count;
    const df_piece_set *tetrominoes;
    const df_print_options *options; /* their sizes and pieces have been checked */
    df_error *error;
    bool is_animation;
    bool is_centred;          /* the picture is in the middle columns */
    const column_set *ground; /* columns that carry its lowest row; NULL: the floor */
    bool is_rough; /* many plans are wanted soon: the search for one is narrow and unweighted */
    bool is_flat;  /* the pictures are in one colour, which is taken out of the plan */
    bool is_single; /* each colour has one piece, which the method chooses */
    bool *is_stuck; /* set if the search ends without a plan */
    /* Shows a plan that is the best so far, with its report; NULL: nobody looks. Errors end the
     * search. */
    df_status (*offer)(const print_job *job, const df_plan *plan,
                       const df_print_report *report);
};

typedef struct print_method print_method;

struct print_method {
    df_print_method_info info;
    /* True if a job is for this method, whatever its name; NULL: if it asks for the name. */
    bool (*applies)(const print_job *job);
    /* Checks the options that no other method has, and writes what is the method's choice. May
     * be NULL. DF_ERROR_ARGUMENT: *error says what is wrong. */
    df_status (*prepare)(const print_job *job, df_print_options *options);
    /* Plans the drops, with the colours of their pieces. The rows of the drops may be unknown;
     * the plan's height is then 1. On success the caller owns *plan, and passes, platforms,
     * nodes, stopped and pieces of *report are written. */
    df_status (*plan)(const print_method *self, const print_job *job, df_plan **plan,
                      df_print_report *report);
    /* Of the methods that print row by row: flat pieces whose three squares are of one colour
     * are laid before the emitting ones, a square may rest on its neighbours instead of the row
     * below, and squares of the emission row carry the packing above them. */
    bool leans;
};

/* Every method prints a picture with this number of columns, on some playfield. */
#define METHOD_FITTING_WIDTH 59

/* Checks the pictures, and the sizes, effort and pieces of the options. Errors as df_print. */
df_status df_method_check(const print_job *job, const print_method *method);

/* True if the picture may be printed in one colour fewer where no plan is found. */
bool df_method_may_merge(const print_job *job);

/* Names the frame of an animation in the job's error, unless the status is DF_OK; returns the
 * status. */
df_status df_method_name_frame(const print_job *job, size_t index, df_status status);

extern const print_method df_print_method_best, df_print_method_search, df_print_method_table,
    df_print_method_dealt, df_print_method_frames;

/* The pieces, those that leave single squares most easily first. */
#define SHARE_ORDER                                                                            \
    {                                                                                          \
        DF_J, DF_T, DF_L, DF_S, DF_Z, DF_I, DF_O                                               \
    }

/* Counts the squares of each colour. */
void df_share_count_squares(const df_picture *picture, size_t squares[DF_TETROMINOES]);

/* Returns the number of squares of the lowest rows. */
size_t df_share_count_all(const df_picture *picture, unsigned rows);

/* Returns the first frame with the most squares. */
size_t df_share_find_largest(const print_job *job);

/* Gives each colour some of the pieces: as many, or more to those with more squares (by the
 * method of D'Hondt). */
carrier_sets df_share_pieces(const print_job *job, const uint8_t order[DF_TETROMINOES],
                             bool by_squares);
