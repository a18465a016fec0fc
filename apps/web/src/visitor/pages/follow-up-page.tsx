import { useEffect, useState } from 'react'
import { PartFailed } from './part-failed.tsx'

const load = () => import('../features/follow-up/follow-up-view.tsx').then((loaded) => loaded.default)

type View = Awaited<ReturnType<typeof load>>

/** Page on which a requester follows a request. Its code is a chunk of its own. */
export function FollowUpPage() {
  const [View, setView] = useState<View | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load().then(
      (view) => setView(() => view),
      () => setFailed(true),
    )
  }, [])
  if (failed) return <PartFailed />
  return View && <View />
}
