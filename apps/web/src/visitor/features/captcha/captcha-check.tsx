import { AltchaCheck } from './altcha-check.tsx'
import type { CaptchaCheckProps } from './captcha-check-props.ts'
import { RecaptchaCheck } from './recaptcha-check.tsx'

/** The captcha of the form's provider. */
export default function CaptchaCheck(props: CaptchaCheckProps) {
  return props.captcha.provider === 'recaptcha' ? <RecaptchaCheck {...props} /> : <AltchaCheck {...props} />
}
