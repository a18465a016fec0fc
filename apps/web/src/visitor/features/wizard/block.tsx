import type { FormField } from '@sportello/contract'
import { type BlockType, type BlockValues, isBlockType } from '@sportello/fields'
import { blockParts } from '@sportello/fields/react'
import type { ReactNode } from 'react'

/** An information block, wherever it stands. */
export function Block({ field: { type, value, title } }: { field: FormField }) {
  if (!isBlockType(type)) return null
  // The union of block values is told apart by its type; the registry is mapped over it, which the compiler cannot follow here.
  const Part = blockParts[type] as ((props: { value: BlockValues[BlockType]; title?: string | undefined }) => ReactNode) | null
  return Part && <Part value={value as BlockValues[BlockType]} title={title} />
}
