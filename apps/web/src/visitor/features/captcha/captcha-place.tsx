import { useWords } from '../../../shared/phrase.tsx'
import type { CaptchaCheckProps } from './captcha-check.tsx'
import type { Captcha } from './use-captcha.ts'

interface CaptchaPlaceProps extends Pick<CaptchaCheckProps, 'id' | 'message' | 'onSolved'> {
  held: Captcha
}

/** Where the form's captcha stands, kept for it until it is there. */
export function CaptchaPlace({ held: { captcha, Check, failed, solved, prepare }, ...props }: CaptchaPlaceProps) {
  const { t } = useWords()
  if (!captcha) return null
  if (Check) return <Check captcha={captcha} solved={solved} {...props} />
  return (
    <div className="captcha" id={props.id} tabIndex={-1}>
      <p role="status">{failed ? t('captcha_fallita') : t('caricamento')}</p>
      {failed && (
        <button type="button" className="link-button" onClick={prepare}>
          {t('riprova')}
        </button>
      )}
    </div>
  )
}
