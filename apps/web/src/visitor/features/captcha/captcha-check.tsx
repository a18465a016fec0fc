import type { CustomerConfiguration } from '@sportello/contract'
import { AltchaCheck } from './altcha-check.tsx'
import { RecaptchaCheck } from './recaptcha-check.tsx'
import type { Solved } from './use-captcha.ts'

export interface CaptchaCheckProps {
  captcha: NonNullable<CustomerConfiguration['captcha']>
  /** Id of the element that gets the focus if the captcha is missing. */
  id: string
  solved: Solved | null
  onSolved: (solved: Solved | null) => void
  /** Error message of the captcha. */
  message?: string | undefined
}

/** The captcha of the form's provider. */
export default function CaptchaCheck(props: CaptchaCheckProps) {
  return props.captcha.provider === 'recaptcha' ? <RecaptchaCheck {...props} /> : <AltchaCheck {...props} />
}
