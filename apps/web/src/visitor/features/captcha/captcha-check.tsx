import type { CustomerConfiguration } from '@sportello/contract'
import { AltchaCheck } from './altcha-check.tsx'
import { RecaptchaCheck } from './recaptcha-check.tsx'
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

/** By which somebody shows to be no robot. */
export default function CaptchaCheck(props: CaptchaCheckProps) {
  return props.captcha.provider === 'recaptcha' ? <RecaptchaCheck {...props} /> : <AltchaCheck {...props} />
}
