import { useCallback, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import type { CaptchaCheckProps } from './captcha-check-props.ts'
import { solveCaptcha } from './solve-captcha.ts'

/** Time in milliseconds before a captcha solution expires at which the browser starts to compute a new solution. */
const MARGIN_MS = 60_000

/**
 * Checkbox that starts a proof-of-work captcha (docs/decisions/0011-captcha.md): the browser computes the solution, and
 * the visitor solves no puzzle. Before a solution expires, the browser computes a new solution in the background.
 */
export function AltchaCheck({ captcha, id, solved, onSolved, message }: CaptchaCheckProps) {
  const { t } = useWords()
  const [phase, setPhase] = useState<'idle' | 'solving' | 'failed'>('idle')
  const running = useRef<AbortController | null>(null)
  const { challenge_url: url } = captcha

  const solve = useCallback(async () => {
    if (running.current || url === null) return
    const controller = new AbortController()
    running.current = controller
    setPhase('solving')
    try {
      const solution = await solveCaptcha(url, controller)
      setPhase('idle')
      onSolved(solution)
    } catch {
      if (!controller.signal.aborted) setPhase('failed')
    } finally {
      if (running.current === controller) running.current = null
    }
  }, [url, onSolved])

  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )

  const until = solved?.until
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => void solve(), Math.max(0, until - MARGIN_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [until, solve])

  const fault = phase === 'failed' ? t('captcha_fallita') : solved || phase === 'solving' ? undefined : message
  return (
    <div className={fault ? 'captcha captcha-invalid' : 'captcha'}>
      <label className="captcha-label">
        <input
          id={id}
          className="tick"
          type="checkbox"
          required
          checked={solved !== null || phase === 'solving'}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-state ${id}-error`}
          onChange={() => solved === null && void solve()}
        />
        <span>{t('captcha_non_robot')}</span>
      </label>
      <div className="captcha-say">
        <p id={`${id}-state`} className="captcha-state" role="status">
          {solved ? (
            <span className="captcha-solved">
              <Icon name="check" />
              {t('captcha_riuscita')}
            </span>
          ) : phase === 'solving' ? (
            <span className="captcha-solving">{t('captcha_in_corso')}</span>
          ) : (
            !fault && t('captcha_spunta')
          )}
        </p>
        <p id={`${id}-error`} className="field-error" role="alert">
          {fault}
        </p>
      </div>
    </div>
  )
}
