// QUESTION: For the retry button the screen keeps what to do again. The
// screen is closed: are screen and cart freed?

import Probe

struct RetryLoop: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.pay()
    screen.retry?()
    trial.check("the retry was heard", screen.cart.attempts == 2)
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()
  var retry: (() -> Void)?

  func pay() {
    cart.attempts += 1
    retry = { self.pay() }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  var attempts = 0

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The screen owns the closure, and the closure the screen: the shortest
// ring there is. The cart has no part in it; it stays because the screen
// that owns it does.
