import type { CustomerConfiguration } from '@sportello/contract'
import type { Solved } from './use-captcha.ts'

export interface CaptchaCheckProps {
  captcha: NonNullable<CustomerConfiguration['captcha']>
  /** Id of the captcha's element that gets the focus if the visitor submits the form without solving the captcha. */
  id: string
  solved: Solved | null
  onSolved: (solved: Solved | null) => void
  /** Error message of the captcha. */
  message?: string | undefined
}
