"""Rows of numbers in rules: their totals, and masks of non-zero elements."""

import numpy as np
import pytest

from cardzoo.envs.engine import arrays, rule


@rule
def total_of(values):
    return arrays.total(values)


@rule
def mark_from(counts, mask):
    arrays.mark(counts, mask)


@pytest.mark.parametrize("values", [[], [3], [0, 2, -1, 5] * 13], ids=len)
def test_a_total_is_the_sum_of_a_row(values):
    assert total_of(np.array(values, np.int16)) == sum(values)


def test_a_mask_is_marked_where_a_count_is_above_zero_and_nowhere_else():
    counts = np.array([0, 2, 0, 1, -1] * 9, np.int16)
    mask = np.zeros(len(counts), np.int8)
    mask[0] = 1  # values that are allowed already stay
    mark_from(counts, mask)
    assert mask.tolist() == [1, *(counts[1:] > 0).astype(int).tolist()]
