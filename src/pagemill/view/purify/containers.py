"""Elements as runs of blocks: of elements that hold the same blocks, one stands for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Containers:
    """The elements around blocks, each parent before its children.

    A chain of elements that wrap each other and hold the same blocks says no more than its
    innermost one, so "one level up" is always an element with more blocks.

    Attributes:
        node: number of the element in the tree.
        start: first block inside.
        stop: one past the last block inside.
        parent: number of the next container outward; of the outermost one, its own.
        innermost: for each block, the container that is its block element.
    """

    node: Ints
    start: Ints
    stop: Ints
    parent: Ints
    innermost: Ints

    def levels(self, count: int) -> list[Ints]:
        """For each block its innermost container, the next one outward, and so on."""
        found = [self.innermost]
        while len(found) < count:
            found.append(self.parent[found[-1]])
        return found


def containers(tree: Tree, blocks: Blocks, starts: Sequence[int]) -> Containers:
    """Find the containers of a page that has at least one block.

    Args:
        tree: the page.
        blocks: its blocks.
        starts: for each node, and the end of the page, how many blocks begin before it.
    """
    ends, parents = tree.ends, tree.parents
    number: dict[int, int] = {}
    nodes: list[int] = []
    outer: list[int] = []
    for element in blocks.element:
        path: list[int] = []
        node = element
        while node >= 0 and node not in number:
            path.append(node)
            start, stop = starts[node], starts[ends[node]]
            node = parents[node]
            while node >= 0 and starts[node] == start and starts[ends[node]] == stop:
                node = parents[node]
        container = number[node] if node >= 0 else len(nodes)
        for node in reversed(path):
            outer.append(container)
            container = number[node] = len(nodes)
            nodes.append(node)
    begins = np.array(starts)
    node_column = np.array(nodes)
    return Containers(
        node=node_column,
        start=begins[node_column],
        stop=begins[np.array(ends)[node_column]],
        parent=np.array(outer),
        innermost=np.array([number[element] for element in blocks.element]),
    )
