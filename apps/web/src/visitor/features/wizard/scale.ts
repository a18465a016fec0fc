import type { InputComponent } from '@sportello/fields/react'
import { createContext } from 'react'

interface Scale {
  /** Returns true if a question with these settings is shown as keys. */
  fits: (settings: Readonly<Record<string, unknown>>) => boolean
  Keys: InputComponent
}

/**
 * The component that shows scales with few answers as keys. Surveys provide it; in other forms it is null, and its code
 * is not loaded.
 */
export const ScaleContext = createContext<Scale | null>(null)
