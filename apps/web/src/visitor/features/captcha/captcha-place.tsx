import { useEffect } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import type { CaptchaCheckProps } from './captcha-check-props.ts'
import type { Captcha } from './use-captcha.ts'

interface CaptchaPlaceProps extends Pick<CaptchaCheckProps, 'id' | 'message' | 'onSolved'> {
  held: Captcha
}

/** Shows the form's captcha. Until the captcha is loaded, a placeholder reserves its space. */
export function CaptchaPlace({ held: { captcha, Check, failed, solved, prepare }, ...props }: CaptchaPlaceProps) {
  const { t } = useWords()
  const arrived = Check !== null
  const asked = props.message !== undefined
  // If the placeholder had the focus, moves the focus to the captcha that replaces it.
  useEffect(() => {
    if (arrived && asked && document.activeElement === document.body) document.getElementById(props.id)?.focus()
  }, [arrived, asked, props.id])
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
