"""What purification took away from pages, for an index that gives it some weight after all.

It is not kept in any table: who asks for it has the pages purified once more, from the archive.

``stage``  texts that a reader saw on a page and that its DocView lacks
"""
