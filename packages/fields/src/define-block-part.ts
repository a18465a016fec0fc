import type { ReactNode } from 'react'
import type { BlockType, BlockValues } from './blocks.ts'

/** React component of an information block. The HTML in `value` was cleaned by the server. */
export type BlockComponent<T extends BlockType> = (props: { value: BlockValues[T]; title?: string | undefined }) => ReactNode
