import type { FormField } from '@sportello/contract'
import type { InputComponent } from '@sportello/fields/react'
import { type ComponentType, createContext, type ReactNode } from 'react'

interface Scale {
  /** Returns true if a question with these settings is shown as keys. */
  fits: (settings: Readonly<Record<string, unknown>>) => boolean
  Keys: InputComponent
  /** Shows several questions as a matrix; missing inside a matrix. */
  matrix?: {
    /** Groups the fields of a step. Each group of several questions is a matrix. */
    groupsOf: (fields: readonly FormField[]) => readonly (readonly FormField[])[]
    Matrix: ComponentType<{ group: readonly FormField[]; children: ReactNode }>
  }
}

/**
 * The component that shows scales with few answers as keys. Surveys provide it; in other forms it is null, and its code
 * is not loaded.
 */
export const ScaleContext = createContext<Scale | null>(null)
