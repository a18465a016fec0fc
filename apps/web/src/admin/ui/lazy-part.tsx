import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useIsOutdated } from '../new-version.ts'
import { useWords } from '../words.tsx'

/**
 * A component whose code is fetched when it is first shown. React's own `lazy` keeps a failed fetch for good and lets it take the whole page
 * down; this one shows the failure in its own place, so that what is open around it stays, and fetches again on request.
 * @param fallback shown while the code is fetched
 * @param frame puts the failure into a frame of its own, such as a dialog
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback = null, frame = (failure) => failure }: { fallback?: ReactNode; frame?: (failure: ReactNode, props: P) => ReactNode } = {},
): ComponentType<P> {
  let Part = lazy(load)

  return function LazyPart(props: P) {
    const [attempt, setAttempt] = useState(0)
    function retry(): void {
      Part = lazy(load)
      setAttempt(attempt + 1)
    }
    return (
      <Boundary key={attempt} failure={frame(<PartFailure onRetry={retry} />, props)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** Keeps the place of something that is being fetched. */
export function Loading() {
  const { t } = useWords()
  return <p role="status">{t('loading')}</p>
}

interface BoundaryProps {
  children: ReactNode
  failure: ReactNode
}

/** Shows `failure` in place of children whose code did not arrive or whose rendering threw. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.failure : this.props.children
  }
}

/** Says that a part of the dashboard is missing, why where that is known, and offers to fetch it again or to reload the page. */
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
