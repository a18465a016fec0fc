import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useIsOutdated } from '../new-version.ts'
import { useWords } from '../words.tsx'

/**
 * Returns a component that loads its code when it is first shown. If loading fails, it shows an error with a retry
 * button.
 * It replaces React's `lazy` and Suspense. `lazy` would cache the failure for ever and crash the whole page. Suspense
 * shows new content only 300 ms after its fallback, so nested parts would wait for each other.
 * @param fallback shown while the code is loading
 * @param frame wraps the error message, for example in a dialog
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback = null, frame = (failure) => failure }: { fallback?: ReactNode; frame?: (failure: ReactNode, props: P) => ReactNode } = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined

  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => loaded)
    const [isFailed, setIsFailed] = useState(false)
    const [attempt, setAttempt] = useState(0)
    // A layout effect starts loading immediately; a normal effect would start only after the browser has painted.
    useLayoutEffect(() => {
      if (Part || isFailed) return
      let isShown = true
      load().then(
        (fetched) => {
          loaded = fetched.default
          if (isShown) setPart(() => fetched.default)
        },
        () => isShown && setIsFailed(true),
      )
      return () => {
        isShown = false
      }
    }, [Part, isFailed])
    const retry = () => {
      setIsFailed(false)
      setAttempt(attempt + 1)
    }
    const failure = frame(<PartFailure onRetry={retry} />, props)
    if (isFailed) return failure
    if (!Part) return fallback
    return (
      <Boundary key={attempt} failure={failure}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** Placeholder for a part of the dashboard while its code is loading. */
export function Loading() {
  const { t } = useWords()
  return <p role="status">{t('loading')}</p>
}

interface BoundaryProps {
  children: ReactNode
  failure: ReactNode
}

/**
 * Error boundary: shows `failure` if the code of its children cannot be loaded, or if rendering them throws an error.
 */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.failure : this.props.children
  }
}

/**
 * Error message for a part of the dashboard that could not be loaded. It gives the reason, if known, and has a button
 * that retries or reloads the page.
 */
export function PartFailure({ onRetry }: { onRetry?: () => void }) {
  const { t } = useWords()
  const isOutdated = useIsOutdated()
  return (
    <div className="notice notice-danger part-failure" role="alert">
      <p>{t(isOutdated ? 'new_version' : 'part_failed')}</p>
      <div className="part-failure-actions">
        {onRetry && !isOutdated && <Button onClick={onRetry}>{t('try_again')}</Button>}
        <Button onClick={() => location.reload()}>{t('reload_page')}</Button>
      </div>
    </div>
  )
}
