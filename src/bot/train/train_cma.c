/* Hansen: The CMA evolution strategy: a tutorial (2016), with its names and default values;
 * weights of the worse half are 0. */
#include <string.h>

#include "core/base/real.h"
#include "train.h"

/* Keeps the random stream of the points apart from those of the games. */
#define POINTS UINT64_C(0x747261696e657200)

typedef double matrix[OPTIMIZER_MAX][OPTIMIZER_MAX];

/* C = basis · diagonal(scale²) · basisᵀ. */
typedef struct axes {
    matrix basis;
    double scale[OPTIMIZER_MAX];
} axes;

/* The parameters that follow from the numbers of points and dimensions. */
typedef struct rates {
    unsigned parents;  /* μ */
    double weight_sum; /* of the logarithms */
    double mass;       /* μ_eff */
    double path;       /* c_c */
    double step;       /* c_σ */
    double damping;    /* d_σ */
    double one;        /* c_1 */
    double mu;         /* c_μ */
    double length;     /* of a normal vector, as expected */
} rates;

static double cma_raw_weight(const optimizer *self, unsigned k)
{
    return df_real_log((self->population + 1) / 2.0) - df_real_log(k + 1.0);
}

static rates cma_find_rates(const optimizer *self)
{
    const double n = self->dimensions;
    rates r = {.parents = self->population / 2};
    double squares = 0;
    for (unsigned k = 0; k < r.parents; k++) {
        const double weight = cma_raw_weight(self, k);
        r.weight_sum += weight;
        squares += weight * weight;
    }
    r.mass = r.weight_sum * r.weight_sum / squares;
    r.path = (4 + r.mass / n) / (n + 4 + 2 * r.mass / n);
    r.step = (r.mass + 2) / (n + r.mass + 5);
    const double excess = df_real_root((r.mass - 1) / (n + 1)) - 1;
    r.damping = 1 + (excess > 0 ? 2 * excess : 0) + r.step;
    r.one = 2 / ((n + 1.3) * (n + 1.3) + r.mass);
    r.mu = 2 * (r.mass - 2 + 1 / r.mass) / ((n + 2) * (n + 2) + r.mass);
    if (r.mu > 1 - r.one)
        r.mu = 1 - r.one;
    r.length = df_real_root(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return r;
}

/* Turns a pair of coordinates. */
static void cma_turn(double *x, double *y, double cosine, double sine)
{
    const double left = *x, right = *y;
    *x = cosine * left - sine * right;
    *y = sine * left + cosine * right;
}

/* Turns the axes p and q of a symmetric matrix so that its element (p, q) becomes 0. */
static void cma_rotate(matrix a, matrix basis, unsigned n, unsigned p, unsigned q)
{
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double side = theta < 0 ? -1 : 1;
    const double tangent = side / (side * theta + df_real_root(theta * theta + 1));
    const double cosine = 1 / df_real_root(tangent * tangent + 1), sine = tangent * cosine;
    for (unsigned i = 0; i < n; i++)
        cma_turn(&a[i][p], &a[i][q], cosine, sine);
    for (unsigned i = 0; i < n; i++) {
        cma_turn(&a[p][i], &a[q][i], cosine, sine);
        cma_turn(&basis[i][p], &basis[i][q], cosine, sine);
    }
}

/* Finds the eigenvectors and the roots of the eigenvalues of C by Jacobi's method. */
static void cma_find_axes(const optimizer *self, axes *found)
{
    enum { SWEEPS = 30 };
    const unsigned n = self->dimensions;
    matrix a;
    memcpy(a, self->covariance, sizeof a);
    memset(found, 0, sizeof *found);
    double whole = 0;
    for (unsigned i = 0; i < n; i++) {
        found->basis[i][i] = 1;
        whole += a[i][i] > 0 ? a[i][i] : 0;
    }
    /* Elements this small beside the trace count as 0. */
    const double nothing = whole * 1e-18;
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        bool is_done = true;
        for (unsigned p = 0; p < n; p++) {
            for (unsigned q = p + 1; q < n; q++) {
                if (a[p][q] <= nothing && a[p][q] >= -nothing)
                    continue;
                is_done = false;
                cma_rotate(a, found->basis, n, p, q);
            }
        }
        if (is_done)
            break;
    }
    /* Rounding may make the smallest eigenvalues negative. */
    const double min = whole * 1e-14 + 1e-200;
    for (unsigned i = 0; i < n; i++)
        found->scale[i] = df_real_root(a[i][i] > min ? a[i][i] : min);
}

unsigned df_optimizer_population(unsigned dimensions)
{
    return 4 + (unsigned)(3 * df_real_log(dimensions));
}

void df_optimizer_begin(optimizer *self)
{
    self->generation = 0;
    self->step = self->spread;
    memset(self->covariance, 0, sizeof self->covariance);
    for (unsigned i = 0; i < OPTIMIZER_MAX; i++) {
        self->covariance[i][i] = 1;
        self->path[i] = self->step_path[i] = 0;
    }
}

void df_optimizer_sample(const optimizer *self, double *points)
{
    const unsigned n = self->dimensions;
    axes found;
    df_random random;
    df_random_seed(&random, self->seed ^ POINTS, self->generation);
    cma_find_axes(self, &found);
    for (unsigned k = 0; k < self->population; k++) {
        double *point = points + (size_t)k * n;
        memcpy(point, self->mean, n * sizeof point[0]);
        for (unsigned j = 0; j < n; j++) {
            const double along = self->step * found.scale[j] * df_real_normal(&random);
            for (unsigned i = 0; i < n; i++)
                point[i] += along * found.basis[i][j];
        }
    }
}

/* Updates p_σ, the path of the mean as if C were the unit matrix; returns its length. */
static double cma_follow_step(optimizer *self, const rates *r, const double *moved)
{
    const unsigned n = self->dimensions;
    const double keep = 1 - r->step, add = df_real_root(r->step * (2 - r->step) * r->mass);
    axes found;
    cma_find_axes(self, &found);
    for (unsigned i = 0; i < n; i++)
        self->step_path[i] *= keep;
    for (unsigned j = 0; j < n; j++) {
        double along = 0;
        for (unsigned i = 0; i < n; i++)
            along += found.basis[i][j] * moved[i];
        for (unsigned i = 0; i < n; i++)
            self->step_path[i] += add * found.basis[i][j] * (along / found.scale[j]);
    }
    double square = 0;
    for (unsigned i = 0; i < n; i++)
        square += self->step_path[i] * self->step_path[i];
    return df_real_root(square);
}

/* True if p_σ is short enough for p_c to follow: h_σ. */
static bool cma_is_calm(const optimizer *self, const rates *r, double length)
{
    double left = 1;
    for (uint64_t i = 0; i <= self->generation && left > 1e-12; i++)
        left *= (1 - r->step) * (1 - r->step);
    return length / df_real_root(1 - left) < (1.4 + 2 / (self->dimensions + 1.0)) * r->length;
}

/* Bounds a number, which would grow to infinity where no value is the best. */
static void cma_bound(double *number)
{
    if (!(*number <= OPTIMIZER_LIMIT))
        *number = OPTIMIZER_LIMIT;
    if (*number < -OPTIMIZER_LIMIT)
        *number = -OPTIMIZER_LIMIT;
}

static void cma_bound_all(optimizer *self)
{
    cma_bound(&self->step);
    if (self->step < OPTIMIZER_MIN_STEP)
        self->step = OPTIMIZER_MIN_STEP;
    for (unsigned i = 0; i < self->dimensions; i++) {
        cma_bound(&self->mean[i]);
        cma_bound(&self->path[i]);
        cma_bound(&self->step_path[i]);
        for (unsigned j = 0; j < self->dimensions; j++)
            cma_bound(&self->covariance[i][j]);
    }
}

void df_optimizer_update(optimizer *self, const double *points, const size_t *order)
{
    const unsigned n = self->dimensions;
    const rates r = cma_find_rates(self);
    double moved[OPTIMIZER_MAX] = {0};
    matrix mu = {{0}};
    for (unsigned k = 0; k < r.parents; k++) {
        const double *point = points + order[k] * n;
        const double weight = cma_raw_weight(self, k) / r.weight_sum;
        double y[OPTIMIZER_MAX];
        for (unsigned i = 0; i < n; i++) {
            y[i] = (point[i] - self->mean[i]) / self->step;
            moved[i] += weight * y[i];
        }
        for (unsigned i = 0; i < n; i++) {
            for (unsigned j = 0; j < n; j++)
                mu[i][j] += weight * (y[i] * y[j]);
        }
    }
    const double length = cma_follow_step(self, &r, moved);
    const bool calm = cma_is_calm(self, &r, length);
    const double add = calm ? df_real_root(r.path * (2 - r.path) * r.mass) : 0;
    const double lost = calm ? 0 : r.one * r.path * (2 - r.path);
    for (unsigned i = 0; i < n; i++) {
        self->mean[i] += self->step * moved[i];
        self->path[i] = (1 - r.path) * self->path[i] + add * moved[i];
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++)
            self->covariance[i][j] = (1 - r.one - r.mu + lost) * self->covariance[i][j] +
                                     r.one * (self->path[i] * self->path[j]) + r.mu * mu[i][j];
    }
    const double growth = r.step / r.damping * (length / r.length - 1);
    self->step *= df_real_exp(growth < 1 ? growth : 1);
    self->generation++;
    cma_bound_all(self);
}

double df_optimizer_spread(const optimizer *self)
{
    double sum = 0;
    for (unsigned i = 0; i < self->dimensions; i++)
        sum += self->step * self->step * self->covariance[i][i];
    double spread = df_real_root(sum / self->dimensions);
    cma_bound(&spread);
    return spread;
}
