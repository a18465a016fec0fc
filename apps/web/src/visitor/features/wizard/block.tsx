import type { FormField } from '@sportello/contract'
import { type BlockType, type BlockValues, isBlockType } from '@sportello/fields'
import { blockParts } from '@sportello/fields/react'
import type { ReactNode } from 'react'

/** Renders an information block, which is a field that is not a question. */
export function Block({ field: { type, value, title } }: { field: FormField }) {
  if (!isBlockType(type)) return null
  // Each type of information block has its own component, but TypeScript cannot check that type and component match.
  // The cast states that they do.
  const Part = blockParts[type] as ((props: { value: BlockValues[BlockType]; title?: string | undefined }) => ReactNode) | null
  return Part && <Part value={value as BlockValues[BlockType]} title={title} />
}
