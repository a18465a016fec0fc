import { type ComponentType, createContext, use } from 'react'
import type { LoginPlace } from '../../../shared/paths.ts'

/** The pages to log in on, from their own chunk. */
type LoginView = ComponentType<{ place: LoginPlace }>

const LoginViewContext = createContext<LoginView | null>(null)

export const LoginViewProvider = LoginViewContext

/** Set on pages to log in on: fetched before such a page is taken over, so that forms do not pay for it. */
export function useLoginView(): LoginView | null {
  return use(LoginViewContext)
}
