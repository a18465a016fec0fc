import type { ReactNode } from 'react'
import type { BlockType, BlockValues } from './blocks.ts'

/** The browser's half of an information block. Its HTML was cleaned by the server. */
export type BlockComponent<T extends BlockType> = (props: { value: BlockValues[T]; title?: string | undefined }) => ReactNode
