import type { ReactNode } from 'react'
import type { BlockType, BlockValues } from './blocks.ts'

/** React component of an information block. The server has already sanitised the HTML in `value`. */
export type BlockComponent<T extends BlockType> = (props: { value: BlockValues[T]; title?: string | undefined }) => ReactNode
