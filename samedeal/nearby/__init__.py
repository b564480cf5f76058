"""Servers in the same network: how one is announced there, and how they are found (mDNS, DNS-SD).

Both are processes of their own: whoever floods the network with such packets keeps them busy, and
neither a server nor a window.

`interfaces` knows the networks of this computer, `announcer` announces a server, `announcing`
starts that process beside a server, and `finder` finds others.
"""
