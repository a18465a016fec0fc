import { AltchaCheck } from './altcha-check.tsx'
import type { CaptchaCheckProps } from './captcha-check-props.ts'
import { RecaptchaCheck } from './recaptcha-check.tsx'

/** Shows the captcha of the provider that the form uses. */
export default function CaptchaCheck(props: CaptchaCheckProps) {
  return props.captcha.provider === 'recaptcha' ? <RecaptchaCheck {...props} /> : <AltchaCheck {...props} />
}
