import type { CustomerConfiguration } from '@sportello/contract'
import type { Solved } from './use-captcha.ts'

export interface CaptchaCheckProps {
  captcha: NonNullable<CustomerConfiguration['captcha']>
  /**
   * Id of an element of the captcha. If the visitor submits the form without solving the captcha, this element gets the
   * focus.
   */
  id: string
  solved: Solved | null
  onSolved: (solved: Solved | null) => void
  /** Error message of the captcha. */
  message?: string | undefined
}
