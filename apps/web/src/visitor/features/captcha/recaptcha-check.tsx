import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import type { CaptchaCheckProps } from './captcha-check-props.ts'

/** The methods of Google's reCAPTCHA API that the page uses: https://developers.google.com/recaptcha/docs/display */
interface Grecaptcha {
  ready: (then: () => void) => void
  render: (container: HTMLElement, options: Record<string, unknown>) => number
  reset: (widget: number) => void
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

/**
 * Lifetime of a reCAPTCHA token in milliseconds. Google's tokens are valid for two minutes; the widget also reports
 * when a token expires.
 */
const GOOD_MS = 120_000
/**
 * Width in pixels of Google's normal reCAPTCHA widget. The page shows the compact widget if less space is available.
 */
const WIDTH_PX = 304

let loading: Promise<Grecaptcha> | undefined

/** Loads Google's reCAPTCHA script once per page. If loading fails, the next call tries again. */
function loadRecaptcha(language: string): Promise<Grecaptcha> {
  loading ??= new Promise<Grecaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?${new URLSearchParams({ render: 'explicit', hl: language })}`
    script.onload = () => window.grecaptcha?.ready(() => (window.grecaptcha ? resolve(window.grecaptcha) : reject(new Error('no reCAPTCHA'))))
    script.onerror = () => {
      script.remove()
      reject(new Error('no reCAPTCHA'))
    }
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Google's reCAPTCHA widget, used if the form's author has configured reCAPTCHA keys. */
export function RecaptchaCheck({ captcha, id, solved, onSolved, message }: CaptchaCheckProps) {
  const { t, language } = useWords()
  const place = useRef<HTMLFieldSetElement>(null)
  const widget = useRef<{ api: Grecaptcha; number: number } | null>(null)
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const { site_key: sitekey } = captcha

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another run.
  useEffect(() => {
    let wanted = true
    setFailed(false)
    loadRecaptcha(language).then(
      (api) => {
        if (!wanted || !place.current) return
        // Creates a new element for each rendering, because Google's script can render into an element only once.
        const container = place.current.appendChild(document.createElement('div'))
        const number = api.render(container, {
          sitekey,
          size: place.current.clientWidth < WIDTH_PX ? 'compact' : 'normal',
          callback: (value: string) => onSolved({ value, until: Date.now() + GOOD_MS }),
          'expired-callback': () => onSolved(null),
          'error-callback': () => setFailed(true),
        })
        widget.current = { api, number }
      },
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
      widget.current = null
      place.current?.replaceChildren()
    }
  }, [language, sitekey, onSolved, tries])

  // Resets the reCAPTCHA widget after its token was used or the server rejected it.
  const before = useRef(solved)
  useEffect(() => {
    if (before.current && !solved && widget.current) widget.current.api.reset(widget.current.number)
    before.current = solved
  }, [solved])

  const fault = failed ? t('captcha_fallita') : solved ? undefined : message
  return (
    <div className="captcha-theirs">
      <fieldset ref={place} id={id} tabIndex={-1} aria-label={t('captcha_non_robot')} aria-describedby={`${id}-error`} />
      <p id={`${id}-error`} className="field-error" role="alert">
        {fault}
      </p>
      {failed && (
        <button type="button" className="link-button" onClick={() => setTries(tries + 1)}>
          {t('riprova')}
        </button>
      )}
    </div>
  )
}
