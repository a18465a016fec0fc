import type { CustomerConfiguration } from '@sportello/contract'
import type { Solved } from './use-captcha.ts'

export interface CaptchaCheckProps {
  captcha: NonNullable<CustomerConfiguration['captcha']>
  /** Where the focus is led when the captcha is missing. */
  id: string
  solved: Solved | null
  onSolved: (solved: Solved | null) => void
  /** What is wrong, where something is. */
  message?: string | undefined
}
