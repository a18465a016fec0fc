import type { CustomerConfiguration } from '@sportello/contract'
import { useCallback, useEffect, useState } from 'react'

// The captcha's code is a separate chunk. Only forms that may need a captcha load it.
const loadCheck = () => import('./captcha-check.tsx').then((loaded) => loaded.default)
type CaptchaCheck = Awaited<ReturnType<typeof loadCheck>>

/** A captcha that the visitor has solved. */
export interface Solved {
  /** Solution of the captcha as text. The browser sends it to the server as `captcha_resolved`. */
  value: string
  /** Time at which the captcha solution expires, in milliseconds since 1970. */
  until: number
}

/**
 * Manages the form's captcha and its solution. `Check` is the component of the captcha, null until its code is loaded.
 * If loading has failed (`failed`), `prepare` tries again.
 */
export function useCaptcha({ captcha }: Pick<CustomerConfiguration, 'captcha'>) {
  const [Check, setCheck] = useState<CaptchaCheck | null>(null)
  const [failed, setFailed] = useState(false)
  const [solved, setSolved] = useState<Solved | null>(null)
  const needed = captcha !== null
  const prepare = useCallback(() => {
    if (!needed) return
    setFailed(false)
    loadCheck()
      .then((check) => setCheck(() => check))
      .catch(() => setFailed(true))
  }, [needed])
  useEffect(prepare, [prepare])
  return { captcha, Check, failed, solved, setSolved, prepare }
}

export type Captcha = ReturnType<typeof useCaptcha>
