import { type ComponentType, createContext, use } from 'react'
import type { LoginPlace } from '../../../shared/place.ts'

/** The component of the login pages, which is loaded as a separate chunk. */
type LoginView = ComponentType<{ place: LoginPlace }>

const LoginViewContext = createContext<LoginView | null>(null)

export const LoginViewProvider = LoginViewContext

/** Returns the component of the login pages; null on other pages. Only login pages load its code, before hydration. */
export function useLoginView(): LoginView | null {
  return use(LoginViewContext)
}
